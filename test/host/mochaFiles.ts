/**
 * For Stryker's programs, before anything else: has `require` find the files of mocha 12 without the end of their names,
 * .cjs, as its mocha runner wants them.
 */
require.extensions['.cjs'] = require.extensions['.js'];
