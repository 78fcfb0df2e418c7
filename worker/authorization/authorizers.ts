import { aggregateText } from '../api/go-format.ts'
import type { UserInfo } from '../api/user.ts'
import type { Attributes, Authorizer, Decision, RuleList } from './authorizer.ts'
import { NO_OPINION } from './authorizer.ts'

/**
 * Calls the configured modes in order, until one allows or denies the request. When none does, the decision is `no-opinion` with
 * all reasons, which the server treats as a denial. The chain returns a promise only when a mode does, because a promise costs
 * more than most modes.
 */
export function authorizerChain(authorizers: readonly Authorizer[]): Authorizer {
  function tryFrom(from: number, before: Decision, attributes: Attributes): Decision | Promise<Decision> {
    for (let i = from; i < authorizers.length; i++) {
      const answer = authorizers[i]?.authorize(attributes) ?? NO_OPINION
      if (answer instanceof Promise) {
        return answer.then((decision) =>
          decision.effect === 'no-opinion' ? tryFrom(i + 1, joined(before, decision), attributes) : decision,
        )
      }
      if (answer.effect !== 'no-opinion') return answer
      before = joined(before, answer)
    }
    return before
  }
  return {
    name: authorizers.map(({ name }) => name).join(','),
    authorize: (attributes) => tryFrom(0, NO_OPINION, attributes),
    rules: (user, namespace) => allRules(authorizers, user, namespace),
    explain: (attributes) => authorizers.flatMap((each) => each.explain?.(attributes) ?? []),
  }
}

/** The reasons and errors of two modes without an opinion. */
function joined(before: Decision, next: Decision): Decision {
  if (next.reason === '' && next.error === undefined) return before
  const texts = (one: string | undefined, other: string | undefined): string[] =>
    [one, other].filter((text): text is string => text !== undefined && text !== '')
  const errors = texts(before.error, next.error)
  return {
    effect: 'no-opinion',
    reason: texts(before.reason, next.reason).join('\n'),
    ...(errors.length > 0 && { error: aggregateText(errors) }),
  }
}

async function allRules(authorizers: readonly Authorizer[], user: UserInfo, namespace: string): Promise<RuleList> {
  const lists = await Promise.all(authorizers.map(async (authorizer) => authorizer.rules(user, namespace)))
  return {
    rules: lists.flatMap(({ rules }) => rules),
    incomplete: lists.some(({ incomplete }) => incomplete),
    error: aggregateText(lists.map(({ error }) => error).filter((error) => error !== '')),
  }
}
