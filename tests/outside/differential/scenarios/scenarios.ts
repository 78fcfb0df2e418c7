import type { Case } from '../../../conformance/case.ts'
import { accessScenarios } from './access.ts'
import { admissionScenarios } from './admission.ts'
import { applyScenarios } from './apply.ts'
import { clusterScenarios } from './cluster.ts'
import { customResourceScenarios } from './custom-resources.ts'
import { definitionScenarios } from './definitions.ts'
import { deletionScenarios } from './deletions.ts'
import { escalationScenarios } from './escalation.ts'
import { httpScenarios } from './http.ts'
import { kindScenarios } from './kinds.ts'
import { alphaListScenarios, listScenarios } from './list.ts'
import { lifeScenarios } from './life.ts'
import { nodeScenarios } from './nodes.ts'
import { pagingScenarios } from './paging.ts'
import { pathScenarios } from './paths.ts'
import { policyScenarios } from './policies.ts'
import { questionScenarios } from './questions/questions.ts'
import { richScenarios } from './rich-objects.ts'
import { richApplyScenarios, richPatchScenarios } from './rich-patches.ts'
import { richStatusScenarios } from './rich-statuses.ts'
import { schemaRuleScenarios } from './schema-rules.ts'
import { securityLevelScenarios } from './security-levels.ts'
import { servedGroupScenarios } from './served-groups.ts'
import { requestScenarios, signingScenarios } from './signing.ts'
import { storedEventScenarios } from './stored-events.ts'
import { subresourceScenarios } from './subresources.ts'
import { numberScenarios } from './numbers.ts'
import { timeScenarios } from './times.ts'
import { typeCheckScenarios } from './type-checks.ts'
import { watchScenarios } from './watch.ts'
import { webhookFieldScenarios } from './webhook-fields.ts'
import { webhookWriteScenarios } from './webhook-writes.ts'
import { webhookScenarios } from './webhooks.ts'
import { wholeObjectScenarios } from './whole-objects.ts'

/** Written requests in the style of the recordings, by area; both servers answer them. */
const SCENARIOS: ReadonlyMap<string, (seed: number) => readonly Case[]> = new Map([
  ['watch', watchScenarios],
  ['http', httpScenarios],
  ['kinds', () => kindScenarios(false)],
  ['alpha-kinds', () => kindScenarios(true)],
  ['access', accessScenarios],
  ['list', listScenarios],
  ['alpha-list', alphaListScenarios],
  ['crd', customResourceScenarios],
  ['definitions', definitionScenarios],
  ['deletions', deletionScenarios],
  ['admission', admissionScenarios],
  ['apply', applyScenarios],
  ['cluster', clusterScenarios],
  ['escalation', escalationScenarios],
  ['life', lifeScenarios],
  ['paging', pagingScenarios],
  ['paths', pathScenarios],
  ['policies', policyScenarios],
  ['questions', questionScenarios],
  ['rich', richScenarios],
  ['rich-statuses', richStatusScenarios],
  ['rich-patches', richPatchScenarios],
  ['rich-applies', richApplyScenarios],
  ['subresources', subresourceScenarios],
  ['times', timeScenarios],
  ['numbers', numberScenarios],
  ['schema-rules', schemaRuleScenarios],
  ['security-levels', securityLevelScenarios],
  ['nodes', nodeScenarios],
  ['requests', requestScenarios],
  ['served-groups', servedGroupScenarios],
  ['signing', signingScenarios],
  ['stored-events', storedEventScenarios],
  ['type-checks', typeCheckScenarios],
  ['webhooks', webhookScenarios],
  ['whole-objects', wholeObjectScenarios],
  ['webhook-fields', webhookFieldScenarios],
  ['webhook-writes', webhookWriteScenarios],
])

/** The scenarios of these areas, separated by commas; of every area for `all`. */
export function scenarioCases(areas: string, seed: number): readonly Case[] {
  const names = areas === 'all' ? [...SCENARIOS.keys()] : areas.split(',')
  return names.flatMap((name) => {
    const make = SCENARIOS.get(name)
    if (make === undefined) throw new Error(`no scenarios ${name}: choose ${[...SCENARIOS.keys()].join(', ')} or all`)
    return make(seed)
  })
}
