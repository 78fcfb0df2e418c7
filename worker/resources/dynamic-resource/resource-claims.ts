import type { ApiObject } from '../../api/object.ts'
import { age, text } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { at } from '../notation/rule.ts'
import { listAt, textAt, valueAt } from '../path.ts'
import type { Column } from '../behaviour.ts'
import type { Kind } from '../resource.ts'
import { templateMetadata } from '../rules/claim-rules.ts'
import { immutableAs } from '../rules/immutability.ts'
import { goClaimSpec, goTemplateSpec } from './go-claims.ts'
import { claimStatus, schedulingSpec, schedulingStatus } from './claim-status.ts'
import { claimDefaults, claimSpec } from './shared-rules.ts'

const columns = (spec: string): readonly Column[] => [
  text(
    'ResourceClassName',
    'ResourceClassName references the driver and additional parameters via the name of a ResourceClass that was created as part of the driver deployment.',
    `${spec}.resourceClassName`,
  ),
  text(
    'AllocationMode',
    'Allocation can start immediately or when a Pod wants to use the resource. "WaitForFirstConsumer" is the default.',
    `${spec}.allocationMode`,
  ),
]

function state(claim: ApiObject): string {
  const isDeleted = claim.metadata?.deletionTimestamp !== undefined
  const words = isDeleted ? ['deleted'] : []
  if (valueAt(claim, 'status.allocation') === undefined) return [...words, ...(isDeleted ? [] : ['pending'])].join(',')
  words.push('allocated')
  if (listAt(claim, 'status.reservedFor').length > 0) words.push('reserved')
  else if (isDeleted || valueAt(claim, 'status.deallocationRequested') === true) words.push('deallocating')
  return words.join(',')
}

const claimRules: readonly Rule[] = [at('spec', claimSpec)]

/** A status write keeps the stored metadata, but its writer owns the metadata in the body. */
const OWNED_METADATA = { unownedFields: ['spec'] }

export const resourceClaims = {
  resource: 'resource.{domain}/resourceclaims',
  defaults: { spec: claimDefaults },
  rules: claimRules,
  // The real server runs the rules before and after the comparison.
  updates: [...claimRules, at('spec', immutableAs(goClaimSpec)), ...claimRules],
  subresourceRules: { status: [claimStatus] },
  behaviour: () => ({
    statusMetadata: 'reset',
    subresources: { status: OWNED_METADATA },
    columns: [
      ...columns('spec'),
      text('State', 'A summary of the current state (allocated, pending, reserved, etc.).', state),
      age,
    ],
  }),
} satisfies Kind

const templateRules: readonly Rule[] = [at('spec.metadata', templateMetadata), at('spec.spec', claimSpec)]

export const resourceClaimTemplates = {
  resource: 'resource.{domain}/resourceclaimtemplates',
  defaults: { spec: { spec: claimDefaults } },
  rules: templateRules,
  updates: [...templateRules, at('spec', immutableAs(goTemplateSpec)), ...templateRules],
  behaviour: () => ({ columns: [...columns('spec.spec'), age] }),
} satisfies Kind

const schedulingRules: readonly Rule[] = [at('spec', schedulingSpec)]

export const podSchedulingContexts = {
  resource: 'resource.{domain}/podschedulingcontexts',
  rules: schedulingRules,
  updates: [...schedulingRules, ...schedulingRules],
  subresourceRules: { status: [at('status', schedulingStatus)] },
  behaviour: () => ({
    statusMetadata: 'reset',
    subresources: { status: OWNED_METADATA },
    columns: [
      text(
        'SelectedNode',
        'SelectedNode is the node for which allocation of ResourceClaims that are referenced by the Pod and that use "WaitForFirstConsumer" allocation is to be attempted.',
        (context) => textAt(context, 'spec.selectedNode'),
      ),
      age,
    ],
  }),
} satisfies Kind
