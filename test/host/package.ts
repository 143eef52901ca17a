// npm run package
import { packExtension, releaseFile } from './pack';

packExtension(releaseFile()).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
