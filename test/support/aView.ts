import { toSummaryText } from '../../src/ui/texts/summaryText';
import { Tree } from '../../src/ui/tree/tree';
import type { Window } from './aWindow';

/** The texts of a window's view, in English. */
export function aView(window: Pick<Window, 'app' | 'now'>) {
  const { app, now } = window;
  const tree = new Tree(app);
  const subscription = app.onDidChange(() => tree.updateNow());
  return {
    tree,
    dispose: () => {
      subscription.dispose();
      tree.dispose();
    },
    /** The line above the rows, without its age: "0 down in 25 loaded". */
    get line(): string {
      const readAt = now();
      return toSummaryText({ ...tree.summary!, readAt }, readAt).replace(/ · just now$/, '');
    },
    /** "Load more (1 call) · may be the end"; absent if nothing more can be loaded. */
    get lastRow(): string | undefined {
      const { content } = tree.childrenOf().at(-1) ?? {};
      const { label, description } = content ?? {};
      return content?.id === 'more' ? [label, description].filter(Boolean).join(' · ') : undefined;
    },
  };
}
