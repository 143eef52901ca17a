// npm run package [-- --out FILE]
import { parseArgs } from 'node:util';
import { packExtension, releaseFile } from './pack';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
packExtension(values.out ?? releaseFile()).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
