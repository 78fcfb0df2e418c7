import { notices } from './notices.svelte.ts'

/**
 * Copies a text. When the browser refuses (a frame, an insecure address), a notice shows the text for copying by hand.
 * @param what names the text in the notice: `the link`
 * @returns whether the text was copied
 */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    notices.show({
      tone: 'warning',
      title: `The browser refused to copy ${what}; here it is`,
      detail: text,
      toCopy: true,
    })
    return false
  }
}
