import { SimulatedService } from '../simulator/simulatedService';
import { aWindow } from '../support/aWindow';
import { median } from './report';

const MONITORS = 100;
const ROUNDS = 40;

/** Measures how long it takes to save a page that was read again. @returns medians in milliseconds */
export async function measureSaving(folder: string) {
  const service = await SimulatedService.start({ monitors: MONITORS });
  const { app, database, settings, signIn, dispose } = aWindow(service, { folder });
  settings.pageSize = MONITORS;
  await app.start();
  await signIn();
  await app.list!.loadMore();
  const transact = database.transact.bind(database);
  let spent = 0;
  database.transact = (work) => {
    const start = performance.now();
    const result = transact(work);
    spent += performance.now() - start;
    return result;
  };
  const times: Record<'same' | 'changed', number[]> = { same: [], changed: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [kind, status] of [
      ['changed', round % 2 === 0 ? 'down' : 'up'],
      ['same', undefined],
    ] as const) {
      for (let index = 0; status && index < MONITORS; index += 1) {
        service.updateMonitor(index, { status });
      }
      spent = 0;
      await app.list!.refresh();
      times[kind].push(spent);
    }
  }
  dispose();
  await service.stop();
  return { same: median(times.same), changed: median(times.changed) };
}
