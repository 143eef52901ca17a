import assert from 'node:assert/strict';
import { signIn } from './driver/signIn';
import { loadMoreRow } from './driver/treeView';
import { callsOf, SMALL_PAGES, useStage } from './stage';

describe('In Restricted Mode', () => {
  const stage = useStage({ trusted: false, settings: SMALL_PAGES });

  it('a person signs in and pages on as anywhere: nothing of it comes from the folder', async () => {
    const { monitors, page } = stage.workbench;
    const restricted = page.locator('.part.statusbar [id="status.workspaceTrust"]');
    await restricted.waitFor();
    assert.match((await restricted.innerText()).trim(), /Restricted Mode/);
    const service = await stage.visit();
    await signIn(stage.workbench, service);
    await monitors.tree.click(loadMoreRow('10 of 34'));
    await monitors.tree.shows(loadMoreRow('20 of 34'));
    assert.equal(callsOf(service), 'token, list 0, list 1');
  });
});
