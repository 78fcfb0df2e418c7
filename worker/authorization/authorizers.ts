import type { Authorizer } from './authorizer.ts'

/** The configured modes in order: the first that allows or denies decides; without one the request is denied. */
export function authorizerChain(authorizers: readonly Authorizer[]): Authorizer {
  return {
    name: authorizers.map(({ name }) => name).join(','),
    async authorize(attributes) {
      const reasons: string[] = []
      for (const authorizer of authorizers) {
        const answer = authorizer.authorize(attributes)
        // Most modes know at once, and an await costs more than they do.
        const decision = answer instanceof Promise ? await answer : answer
        if (decision.effect !== 'no-opinion') return decision
        if (decision.reason !== '') reasons.push(decision.reason)
      }
      return { effect: 'no-opinion', reason: reasons.join('\n') }
    },
  }
}
