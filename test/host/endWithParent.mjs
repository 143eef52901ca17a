// Loaded into a process before its program (node --import): ends it when its parent is gone, however that came.
// A signal to npm ends npm and the shell between, and may not come through to here.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 500).unref();
