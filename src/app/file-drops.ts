import { notices } from '../state/notices.svelte.ts'
import { session } from '../state/session.svelte.ts'

/** Opens the files that a user drops on the page. The editor handles drops on itself. Call once. */
export function followDrops(): void {
  addEventListener('dragover', (event) => {
    // By default, the browser opens the file and leaves the page.
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault()
  })
  addEventListener('drop', (event) => void open(event))
}

async function open(event: DragEvent): Promise<void> {
  const { workspace } = session
  const { dataTransfer } = event
  if (event.defaultPrevented || workspace === undefined || dataTransfer === null || dataTransfer.files.length === 0)
    return
  event.preventDefault()
  // The browser empties the transfer when the event ends.
  const drop = { files: [...dataTransfer.files], entry: dataTransfer.items[0]?.webkitGetAsEntry() }
  try {
    const { openDropped } = await import('./dropped-files.ts')
    await openDropped(workspace, drop)
  } catch (error) {
    notices.fail('The dropped file was not opened', error)
  }
}
