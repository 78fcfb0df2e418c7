import { numberOfText } from '../../../worker/api/numbers.ts'
import { Failure } from '../failure.ts'
import { boolean, int32, text } from '../flags.ts'
import { labelRequirements } from '../label-selectors.ts'
import { readAmounts } from '../resource-amounts.ts'
import type { Generator } from './generator.ts'
import { newMetadata } from './generator.ts'

export const quota = {
  name: 'quota',
  aliases: ['resourcequota'],
  summary: 'Create a quota with the specified name',
  usage: 'NAME [--hard=key1=value1,key2=value2] [--scopes=Scope1,Scope2]',
  examples: [['Let a namespace hold two pods and one secret', '{cli} create quota small --hard=pods=2,secrets=1']],
  flags: [
    text('hard', 'Limits as resource=quantity, separated by commas.'),
    text('scopes', 'Scopes that an object must match to count, separated by commas.'),
  ],
  failure: 'failed to create quota:',
  build({ flags }, name) {
    const [hard, scopes] = [flags.text('hard'), flags.text('scopes')]
    if (scopes !== '' && scopes.split(',').includes('')) throw new Failure('invalid resource quota scope ""')
    return {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: newMetadata(name),
      spec: {
        ...(hard === '' ? {} : { hard: readAmounts(hard) }),
        ...(scopes === '' ? {} : { scopes: scopes.split(',') }),
      },
      status: {},
    }
  },
} satisfies Generator

export const disruptionBudget = {
  name: 'poddisruptionbudget',
  aliases: ['pdb'],
  summary: 'Create a pod disruption budget with the specified name',
  usage: 'NAME --selector=SELECTOR --min-available=N',
  examples: [
    ['Keep one pod of an application', '{cli} create poddisruptionbudget web --selector=app=web --min-available=1'],
  ],
  flags: [
    text('max-unavailable', 'How many pods may be missing: a number or a percentage.'),
    text('min-available', 'How many pods must be available: a number or a percentage.'),
    text('selector', "A label selector of the budget's pods."),
  ],
  failure: 'failed to create poddisruptionbudgets:',
  build({ flags }, name) {
    const [selector, least, most] = [flags.text('selector'), flags.text('min-available'), flags.text('max-unavailable')]
    if (selector === '') throw new Failure('a selector must be specified')
    if (least === '' && most === '') throw new Failure('one of min-available or max-unavailable must be specified')
    if (least !== '' && most !== '') throw new Failure('min-available and max-unavailable cannot be both specified')
    const bound =
      least === ''
        ? { maxUnavailable: share('max-unavailable', most) }
        : { minAvailable: share('min-available', least) }
    const { matchLabels, matchExpressions } = labelRequirements(selector)
    return {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: newMetadata(name),
      spec: {
        ...bound,
        selector: {
          ...(matchExpressions.length === 0 ? {} : { matchExpressions: [...matchExpressions] }),
          ...(Object.keys(matchLabels).length === 0 ? {} : { matchLabels: { ...matchLabels } }),
        },
      },
      status: { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 },
    }
  },
} satisfies Generator

function share(flag: string, amount: string): number | string {
  if (!/^\d+%?$/.test(amount)) throw new Failure(`invalid format specified for ${flag}`)
  return amount.endsWith('%') ? amount : numberOfText(amount)
}

export const priorityClass = {
  name: 'priorityclass',
  aliases: ['pc'],
  summary: 'Create a priority class with the specified name',
  usage: 'NAME --value=VALUE --global-default=BOOL',
  examples: [['Put pods first', '{cli} create priorityclass first --value=1000 --description="before all others"']],
  flags: [
    text('description', 'The purpose of the class.'),
    boolean('global-default', 'If true, pods without a class have this one.', { fallback: 'false' }),
    text('preemption-policy', 'Whether pods of the class may preempt others.', {
      fallback: 'PreemptLowerPriority',
    }),
    int32('value', 'The value of this priority class.', { fallback: '0' }),
  ],
  requiresName: false,
  failure: 'failed to create priorityclass:',
  build: ({ flags, host }, name) => ({
    apiVersion: host.dialect.spell('scheduling.{domain}/v1'),
    ...(flags.text('description') === '' ? {} : { description: flags.text('description') }),
    ...(flags.boolean('global-default') ? { globalDefault: true } : {}),
    kind: 'PriorityClass',
    metadata: newMetadata(name),
    preemptionPolicy: flags.text('preemption-policy'),
    value: flags.integer('value'),
  }),
} satisfies Generator
