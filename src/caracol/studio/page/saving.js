/** Files that the browser saves. */

/** @param {string} name @param {{type: string, data: string}} file as the server sends it: others than texts in base64 */
export function save(name, { type, data }) {
  const isText = type.startsWith("text/") || type === "image/svg+xml" || type === "application/json";
  const parts = isText ? data : Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([parts], { type }));
  link.download = name.replace(/[^\w.]+/g, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
