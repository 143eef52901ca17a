import type { Disposable, Event } from '../base/event';
import { joinTexts, type SafeText, type Translate } from '../base/text';

export interface SettingWarningsOptions {
  readonly settings: {
    readonly reading: unknown;
    readonly monitorUrl: string;
    readonly onDidChange: Event<unknown>;
  };
  readonly log: { warn(message: string): void };
  readonly t: Translate;
  /** Shows a warning with a button that opens `setting`. */
  readonly warn: (message: SafeText, setting: string) => Promise<void> | void;
}

/**
 * Reports invalid expressions and templates once: in the log at startup, and in a warning when a setting
 * changes.
 */
export function registerSettingWarnings(options: SettingWarningsOptions): Disposable {
  const { settings, log, t, warn } = options;
  let known: ReadonlySet<string> = new Set();
  const check = async (changed: boolean): Promise<void> => {
    const { reading: mapping, monitorUrl } = settings;
    // Most windows use neither, so they don't load the parser.
    if (JSON.stringify(mapping ?? {}) === '{}' && monitorUrl === '') {
      known = new Set();
      return;
    }
    const { findSettingProblems } = await import('./settingProblems.js');
    const problems = findSettingProblems(t, { mapping, monitorUrl });
    const unknown = problems.filter(({ message }) => !known.has(message));
    known = new Set(problems.map(({ message }) => message));
    unknown.forEach(({ setting, message }) => log.warn(`${setting}: ${message}`));
    const [first] = unknown;
    if (changed && first !== undefined) {
      const messages = unknown.map(({ message }) => message);
      void warn(joinTexts(messages, ' '), first.setting);
    }
  };
  void check(false);
  return settings.onDidChange(() => void check(true));
}
