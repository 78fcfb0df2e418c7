/** The reason why a link or a file cannot be used, as text for the user. */
export class ShareError extends Error {
  override readonly name = 'ShareError'
}
