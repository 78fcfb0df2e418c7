/**
 * Shows an escape character as `^[`, a carriage return as `\r` and the control characters from U+0080 to U+009F as
 * `\u009b`. Without that, text in an object or from a server could send commands to the terminal.
 */
export function escapeControls(text: string): string {
  return text
    .replaceAll('\x1b', '^[')
    .replaceAll('\r', '\\r')
    .replace(/[\x80-\x9f]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
}
