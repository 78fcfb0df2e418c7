import type { Authorizer } from '../../authorization/authorizer.ts'
import type { DocumentSource } from '../non-resource-requests.ts'

/**
 * `POST /debug/expression`: the value, the cost and the parts of a CEL expression in the context of a definition, a policy or
 * a match condition, as this server compiles and runs it. It writes nothing.
 */
export const expressionDocument =
  ({ authorizer }: { readonly authorizer: Authorizer }): DocumentSource =>
  async ({ path }, request, user) =>
    path === '/debug/expression'
      ? (await import('./answered-expression.ts')).answerExpression(request, authorizer, user)
      : undefined
