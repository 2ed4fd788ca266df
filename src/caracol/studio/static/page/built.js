/** What was built: the folder of Python's files, their bytes, and which of them is its code. Written anew for each site. */

/** @type {{folder: string, code: string, files: Record<string, number>}} */
export const BUILT = { folder: "", code: "", files: {} };
