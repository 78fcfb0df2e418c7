import type { Authorizer } from '../../authorization/authorizer.ts'
import type { DocumentSource } from '../document-server.ts'

/**
 * `POST /debug/expression` evaluates a CEL expression as this server does for a CustomResourceDefinition, an admission policy
 * or a match condition. The answer has the value and the cost of the expression and of each sub-expression. The request stores
 * nothing.
 */
export const expressionDocument =
  ({ authorizer }: { readonly authorizer: Authorizer }): DocumentSource =>
  async ({ path }, request, user) =>
    path === '/debug/expression'
      ? (await import('./answered-expression.ts')).answerExpression(request, authorizer, user)
      : undefined
