import type { MappingSettings } from '../../src/service/mapping/settings';

/** The user has said nothing about how responses are read. */
export const NO_MAPPING_SETTINGS: MappingSettings = { expressions: {}, statusValues: new Map(), choices: {} };
