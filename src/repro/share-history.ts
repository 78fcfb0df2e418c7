import { appAddress } from '../address/sandboxed-page.ts'
import { exactJson } from '../../worker/api/exact-json.ts'
import { saveFile } from '../share/bundle.ts'
import { encodeRepro, type Repro } from '../share/repro.ts'
import { LONGEST_LINK } from '../share/share-link.ts'
import { copyText } from '../state/clipboard.ts'
import { notices } from '../state/notices.svelte.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { bugReport } from './bug-report.ts'
import { recordHistory } from './recorded-history.ts'

/** Copies a link to the cluster with its last requests. A history that is too long for a link is saved as a file. */
export async function shareHistory(workspace: Workspace): Promise<void> {
  try {
    const repro = await recordHistory(workspace.cluster, workspace.user)
    const fragment = await encodeRepro(repro)
    const link = appAddress() + fragment
    const count = repro.requests.length === 1 ? 'one request' : `${repro.requests.length} requests`
    const detail = `It holds ${count} with their bodies and answers. Values of Secrets are left out.`
    if (fragment.length > LONGEST_LINK) return saved(repro, detail)
    if (!(await copyText(link, 'the link'))) return
    notices.show({
      tone: 'success',
      title: 'Link with history copied',
      detail,
      lasting: true,
      action: report(repro, link),
    })
  } catch (error) {
    notices.fail('The history was not shared', error)
  }
}

function saved(repro: Repro, detail: string): void {
  const name = `${repro.name.replace(/[^\w-]+/g, '-')}.repro.json`
  saveFile(name, exactJson(repro))
  notices.show({
    tone: 'success',
    title: 'File with history saved',
    detail: `${detail} It is too long for a link.`,
    lasting: true,
    action: report(repro, `Open the attached ${name} with "Import file".`),
  })
}

const report = (repro: Repro, link: string) => ({
  label: 'Copy bug report',
  run: () =>
    void copyText(bugReport(repro, link), 'the report').then((isCopied) => {
      if (isCopied) notices.show({ tone: 'success', title: 'Bug report copied' })
    }),
})
