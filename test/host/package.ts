// npm run package [-- --out FILE] [--folder FOLDER]
import { parseArgs } from 'node:util';
import { packExtension, releaseFile } from './pack';

const { values } = parseArgs({ options: { out: { type: 'string' }, folder: { type: 'string' } } });
packExtension(values.out ?? releaseFile(), values.folder);
