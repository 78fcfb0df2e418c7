import { isObject } from '../../api/json.ts'
import { quote } from '../../api/go-format.ts'
import { dnsSubdomain } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import { equalJson } from '../../patch/json-values.ts'
import { goInteger, goPointer, goSlice, goStrings, goStruct } from '../../api/go-source.ts'
import { age, count, text } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject } from '../notation/rule.ts'
import { listAt, numberAt, textAt } from '../path.ts'
import type { Kind } from '../resource.ts'
import { statusRules } from './conditions.ts'
import { policyRules } from './flow-schema-rules.ts'
import { MANDATORY_SCHEMAS } from './mandatory-objects.ts'

const LOWEST = 10000

const goRule = goStruct('flowcontrol.PolicyRulesWithSubjects', {
  Subjects: [
    'subjects',
    goSlice(
      'flowcontrol.Subject',
      goStruct('flowcontrol.Subject', {
        Kind: 'kind',
        User: ['user', goPointer('flowcontrol.UserSubject')],
        Group: ['group', goPointer('flowcontrol.GroupSubject')],
        ServiceAccount: ['serviceAccount', goPointer('flowcontrol.ServiceAccountSubject')],
      }),
    ),
  ],
  ResourceRules: [
    'resourceRules',
    goSlice(
      'flowcontrol.ResourcePolicyRule',
      goStruct('flowcontrol.ResourcePolicyRule', {
        Verbs: ['verbs', goStrings],
        APIGroups: ['apiGroups', goStrings],
        Resources: ['resources', goStrings],
        ClusterScope: ['clusterScope', (value) => String(value === true)],
        Namespaces: ['namespaces', goStrings],
      }),
    ),
  ],
  NonResourceRules: [
    'nonResourceRules',
    goSlice(
      'flowcontrol.NonResourcePolicyRule',
      goStruct('flowcontrol.NonResourcePolicyRule', {
        Verbs: ['verbs', goStrings],
        NonResourceURLs: ['nonResourceURLs', goStrings],
      }),
    ),
  ],
})

const shown = goStruct('flowcontrol.FlowSchemaSpec', {
  PriorityLevelConfiguration: [
    'priorityLevelConfiguration',
    goStruct('flowcontrol.PriorityLevelConfigurationReference', { Name: 'name' }),
  ],
  MatchingPrecedence: ['matchingPrecedence', goInteger],
  DistinguisherMethod: ['distinguisherMethod', goPointer('flowcontrol.FlowDistinguisherMethod')],
  Rules: ['rules', goSlice('flowcontrol.PolicyRulesWithSubjects', goRule)],
})

const fixed = checkObject((schema, place) => {
  const name = textAt(schema, 'metadata.name')
  const spec = MANDATORY_SCHEMAS.get(name)
  if (spec === undefined || equalJson(spec, schema['spec'] ?? null)) return
  place.invalidShown(shown(schema['spec']), `spec of '${name}' must equal the fixed value`, 'spec')
})

const precedence = checkObject((schema, place) => {
  const given = numberAt(schema, 'spec.matchingPrecedence')
  const at = ['spec', 'matchingPrecedence']
  if (given <= 0) place.invalid(given, 'must be a positive value', ...at)
  if (given > LOWEST) place.invalid(given, `must not be greater than ${LOWEST}`, ...at)
  if (given === 1 && textAt(schema, 'metadata.name') !== 'exempt') {
    place.invalid(given, "only the schema named 'exempt' may have matchingPrecedence 1", ...at)
  }
})

const level = checkObject((spec, place) => {
  const name = textAt(spec, 'priorityLevelConfiguration.name')
  const at = ['priorityLevelConfiguration', 'name']
  if (name === '') return place.required('must reference a priority level', ...at)
  for (const fault of dnsSubdomain(name)) place.invalid(name, fault, ...at)
})

const METHODS = ['ByNamespace', 'ByUser']

const distinguisher = checkObject((method, place) => {
  const type = textAt(method, 'type')
  if (METHODS.includes(type)) return
  // The error shows the whole method, as in the real server.
  place.notSupportedShown(`flowcontrol.FlowDistinguisherMethod{Type:${quote(type)}}`, METHODS, 'type')
})

const rules: readonly Rule[] = [
  precedence,
  at('spec', at('distinguisherMethod', distinguisher), level, policyRules),
  fixed,
]

function missingLevel(schema: ApiObject): string {
  const dangling = listAt(schema, 'status.conditions')
    .filter(isObject)
    .find(({ type }) => type === 'Dangling')
  return dangling === undefined ? '?' : textAt(dangling, 'status')
}

export const flowSchemas = {
  resource: 'flowcontrol.{apiserver}{domain}/flowschemas',
  defaults: { spec: { matchingPrecedence: 1000 } },
  rules,
  subresourceRules: { status: statusRules },
  behaviour: () => ({
    rowOrder: (a, b) =>
      numberAt(a, 'spec.matchingPrecedence') - numberAt(b, 'spec.matchingPrecedence') ||
      (textAt(a, 'metadata.name') < textAt(b, 'metadata.name') ? -1 : 1),
    columns: [
      text(
        'PriorityLevel',
        '`name` is the name of the priority level configuration being referenced Required.',
        'spec.priorityLevelConfiguration.name',
      ),
      count(
        'MatchingPrecedence',
        '`matchingPrecedence` is used to choose among the FlowSchemas that match a given request. The chosen FlowSchema is among those with the numerically lowest (which we take to be logically highest) MatchingPrecedence.  Each MatchingPrecedence value must be ranged in [1,10000]. Note that if the precedence is not specified, it will be set to 1000 as default.',
        'spec.matchingPrecedence',
      ),
      text(
        'DistinguisherMethod',
        '`distinguisherMethod` defines how to compute the flow distinguisher for requests that match this schema. `nil` specifies that the distinguisher is disabled and thus will always be the empty string.',
        (schema) => textAt(schema, 'spec.distinguisherMethod.type') || '<none>',
      ),
      age,
      text('MissingPL', 'references a broken or non-existent PriorityLevelConfiguration', missingLevel),
    ],
  }),
} satisfies Kind
