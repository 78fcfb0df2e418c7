import { errorMessage } from '../client/api-error.ts'
import { missingRule, ruleText } from '../explanations/missing-rule.ts'
import { actingIdentities } from '../state/acting-identities.svelte.ts'
import type { Workspace } from '../state/workspace.svelte.ts'

interface Action {
  readonly label: string
  run(): void
}

/** A refused read as an empty place shows it: the identity, the rule that it lacks, the text of the server, and an action. */
interface ReadRefusal {
  readonly detail: string
  readonly action?: Action
}

/** The action that returns to the page's own user; undefined when the reader acts as that user already. */
export function ownIdentity({ cluster, user }: Pick<Workspace, 'cluster' | 'user'>): Action | undefined {
  if (actingIdentities.chosen(cluster.id) === undefined) return undefined
  return { label: `Act as ${user}`, run: () => actingIdentities.choose(cluster.id, undefined) }
}

/** The text of a refused read: who lacks which rule; for any other failure the text of the server. */
export function refusalText(error: unknown): string {
  const message = errorMessage(error)
  const rule = missingRule(message)
  return rule === undefined ? message : `No rule allows ${rule.user} this. Missing: ${ruleText(rule)}.`
}

/** @param retry the action when there is no other identity to return to */
export function readRefusal(
  error: unknown,
  workspace: Pick<Workspace, 'cluster' | 'user'>,
  retry?: Action,
): ReadRefusal {
  const [text, message] = [refusalText(error), errorMessage(error)]
  if (text === message) return { detail: message, ...(retry && { action: retry }) }
  const action = ownIdentity(workspace) ?? retry
  return { detail: `${text}\n\n${message}`, ...(action && { action }) }
}
