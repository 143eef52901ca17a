import type { App } from '../../account/app';
import type { Panel } from '../panels/panel';
import type { MonitorsView } from '../tree/monitorsView';

/** Commands that show and leave made-up monitors. */
export function createExampleCommands(app: App, view: MonitorsView, details: Panel) {
  return {
    showExample: async (asked: unknown) => {
      const { createExample } = await import('./example.js');
      // The walkthrough's link also works while somebody is signed in.
      if (!app.account) {
        const example = createExample(asked === 'prices' ? asked : 'uptime', app);
        example.onDidEnd(() => {
          if (example.list.loaded.find(details.subject ?? '')) {
            details.close();
          }
        });
        app.showExample(example);
      }
      // The focus was on the button of the welcome text, which is gone.
      await view.focus();
    },
    leaveExample: () => app.showExample(undefined),
  };
}
