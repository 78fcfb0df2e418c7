/** Copies a text. False when the browser refuses (a frame, an insecure address): the caller shows the text for copying by hand. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
