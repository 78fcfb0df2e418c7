import type { Action } from '../scenario/scenario.ts'

/** An action of a solution in the table of a proof: `kubectl get pods`, `apply of Deployment`, `handler a.handler.ts`. */
export function actionText(action: Action): string {
  if ('run' in action) return action.run
  if ('handler' in action) return `handler ${action.handler}`
  return 'apply' in action ? `apply of ${/^kind: *(\S+)/m.exec(action.apply)?.[1] ?? 'a manifest'}` : 'an answer'
}
