import { objectText } from '../client/object-ref.ts'
import { notices } from './notices.svelte.ts'
import { questions } from './questions.svelte.ts'
import type { Tab } from './tabs.svelte.ts'
import type { Workspace } from './workspace.svelte.ts'

/** The maximum number of objects or files that a text names. It counts the others. */
const MAX_NAMED = 5

/** Closes tabs. Shows one question before edits of objects are lost: only the tab holds them (ADR 0161). */
export async function closeTabs(
  workspace: Pick<Workspace, 'tabs' | 'documents'>,
  closed: readonly Tab[],
): Promise<void> {
  const edited = closed.filter(({ draft }) => draft !== undefined)
  if (edited.length > 0 && (await askToDiscard(edited, closed.length)) === undefined) return
  for (const tab of closed) workspace.tabs.close(tab)
  reportKept(workspace, closed)
}

function askToDiscard(edited: readonly Tab[], closing: number): Promise<string | undefined> {
  const [first] = edited
  const isOne = edited.length === 1 && first !== undefined
  return questions.ask({
    title: isOne ? `Discard the edit of ${first.title}?` : `Discard the edits of ${edited.length} objects?`,
    body: [
      isOne
        ? 'It is not applied, and closing its tab discards it:'
        : 'Closing their tabs discards what is not applied:',
      ...namesOf(edited.map(({ at, title }) => (at === undefined ? title : objectText(at)))),
    ].join('\n'),
    action: isOne ? 'Discard the edit' : 'Discard the edits',
    refusal: closing === 1 ? 'Keep the tab' : 'Keep the tabs',
    danger: true,
  })
}

function namesOf(names: readonly string[]): readonly string[] {
  if (names.length <= MAX_NAMED) return names
  return [...names.slice(0, MAX_NAMED), `and ${names.length - MAX_NAMED} more`]
}

/** Reports the closed files whose texts are not applied, because the mark for that was on their tabs. */
function reportKept({ documents }: Pick<Workspace, 'documents'>, closed: readonly Tab[]): void {
  const kept = closed.filter(({ file }) => documents.get(file)?.dirty === true).map(({ file }) => file)
  const [first] = kept
  if (first === undefined) return
  notices.show({
    tone: 'info',
    title: kept.length === 1 ? `${first} is closed and not applied` : `${kept.length} closed files are not applied`,
    detail: `${kept.length === 1 ? 'Its text stays' : 'Their texts stay'} with the cluster: the palette and the terminal find ${namesOf(kept).join(', ')}.`,
    action: { label: 'Open again', run: () => kept.forEach((name) => documents.open(name)) },
  })
}
