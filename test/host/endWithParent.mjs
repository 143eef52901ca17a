// Loaded into a process before its program (node --import): ends it when its parent is gone. A signal to npm may not
// arrive here.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 500).unref();
