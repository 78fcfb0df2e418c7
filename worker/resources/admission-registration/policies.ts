import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, integer, text } from '../columns.ts'
import { listAt, textAt, valueAt } from '../path.ts'
import type { Kind } from '../resource.ts'
import { matchDefaults } from './match-resources.ts'

export const validatingAdmissionPolicies = {
  resource: 'admissionregistration.{domain}/validatingadmissionpolicies',
  defaults: { spec: { failurePolicy: 'Fail', matchConstraints: matchDefaults } },
  rest: async () => (await import('./policy-rules.ts')).policyRules,
  behaviour: () => ({
    columns: [
      integer(
        'Validations',
        'Validations indicates the number of validation rules defined in this configuration',
        (policy) => listAt(policy, 'spec.validations').length,
      ),
      text('ParamKind', 'ParamKind specifies the kind of resources used to parameterize this policy', paramKindCell),
      age,
    ],
  }),
} satisfies Kind

function paramKindCell(policy: ApiObject): string {
  const kind = valueAt(policy, 'spec.paramKind')
  return isObject(kind) ? `${textAt(kind, 'apiVersion')}/${textAt(kind, 'kind')}` : '<unset>'
}
