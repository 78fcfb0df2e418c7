import type { Place } from './place.ts'
import { CORE, post, place, named, containers, POLICIES } from './place.ts'

/** Admission policies and webhooks. */
export const policies: readonly Place[] = [
  place(
    'variables and parameters of policies',
    post(`${POLICIES}/validatingadmissionpolicies`, {
      ...named('p'),
      spec: {
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: ['WORD', ''],
              apiVersions: ['v1'],
              operations: ['CREATE'],
              resources: ['WORD', 'limitranges'],
            },
          ],
        },
        paramKind: { apiVersion: 'WORD/v1', kind: 'WORD' },
        variables: [{ name: 'WORD', expression: 'object.metadata' }],
        validations: [{ expression: 'variables.WORD != null', reason: 'WORD' }],
        auditAnnotations: [{ key: 'WORD', valueExpression: '"a"' }],
        matchConditions: [{ name: 'WORD', expression: 'true' }],
      },
    }),
    post(`${POLICIES}/validatingadmissionpolicies`, {
      ...named('v'),
      spec: {
        matchConstraints: {
          resourceRules: [
            { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['podtemplates'] },
          ],
        },
        validations: [
          {
            expression:
              '!has(object.metadata.labels) || !("WORD" in object.metadata.labels) || object.metadata.labels["WORD"] == "a"',
          },
        ],
      },
    }),
    post(`${POLICIES}/validatingadmissionpolicybindings`, {
      ...named('v'),
      spec: { policyName: 'v', validationActions: ['Deny'], paramRef: undefined },
    }),
    post(`${POLICIES}/validatingadmissionpolicybindings`, {
      ...named('w'),
      spec: {
        policyName: 'WORD',
        validationActions: ['WORD'],
        matchResources: { namespaceSelector: { matchLabels: { WORD: 'a' } } },
      },
    }),
    post(`${CORE}/podtemplates`, { ...named('t'), template: { spec: { containers } } }),
    post(`${CORE}/podtemplates`, { ...named('u', { labels: { WORD: 'b' } }), template: { spec: { containers } } }),
  ),
  place(
    'webhooks',
    post(`${POLICIES}/validatingwebhookconfigurations`, {
      ...named('w'),
      webhooks: [
        {
          name: 'WORD.example.com',
          clientConfig: { url: 'https://WORD.example.com' },
          sideEffects: 'WORD',
          admissionReviewVersions: ['WORD'],
          failurePolicy: 'WORD',
          matchConditions: [{ name: 'WORD', expression: 'request.WORD == 1' }],
        },
      ],
    }),
  ),
]
