/**
 * Shows an escape character as `^[`, a carriage return as `\\r` and the control characters from U+0080 as `\\u009b`, so that
 * an object's or a server's text cannot send commands to the terminal.
 */
export function escapeControls(text: string): string {
  return text
    .replaceAll('\x1b', '^[')
    .replaceAll('\r', '\\r')
    .replace(/[\x80-\x9f]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
}
