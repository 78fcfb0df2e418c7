import type { GoMap } from './go-literals.ts'
import { GoStruct } from './go-literals.ts'
import { created, updated } from './kind-rules.ts'
import type { Play } from './play.ts'
import { around, bad, change, either, flag, good, member, named, object, textOf } from './play.ts'
import { selecting } from './workload-tables.ts'

const disruptionBudget = (spec: GoMap, status: GoMap = {}): GoStruct =>
  around('policy.PodDisruptionBudget', { Spec: new GoStruct('Spec', spec), Status: new GoStruct('Status', status) })

const storage = (func: string): readonly Play[] => [
  good(['storage/validation', func, 'successCases'], object(STORAGE[func] ?? '')),
  bad(['storage/validation', func, 'errorCases'], object(STORAGE[func] ?? '')),
]
const STORAGE: Readonly<Record<string, string>> = {
  TestValidateStorageClass: 'storage.k8s.io/storageclasses',
  TestCSINodeValidation: 'storage.k8s.io/csinodes',
  TestCSIDriverValidation: 'storage.k8s.io/csidrivers',
  TestVolumeAttachmentValidation: 'storage.k8s.io/volumeattachments',
  TestVolumeAttachmentValidationV1: 'storage.k8s.io/volumeattachments',
}

const binding = (row: GoMap): string | undefined => textOf('F')(row)

const oldPriority = new GoStruct('scheduling.PriorityClass', {
  ObjectMeta: new GoStruct('metav1.ObjectMeta', { Name: 'tier1', Namespace: '', ResourceVersion: '1' }),
  Value: 100,
})

/** The first of several faults in one text. */
const firstFault = (row: GoMap): string | undefined => textOf('expectedError')(row)?.split(/, (?=webhooks\[)/)[0]

const WEBHOOKS = 'admissionregistration.k8s.io/validatingwebhookconfigurations'

const attachment = (source: GoMap, rest: GoMap = {}): GoStruct =>
  new GoStruct('storage.VolumeAttachment', {
    ObjectMeta: new GoStruct('metav1.ObjectMeta', { Name: 'foo' }),
    Spec: new GoStruct('storage.VolumeAttachmentSpec', {
      Attacher: 'myattacher',
      Source: new GoStruct('storage.VolumeAttachmentSource', source),
      NodeName: 'mynode',
      ...rest,
    }),
  })

/** The tables of webhooks, volume attachments, network policies, budgets, role bindings, priorities and classes. */
export const groupTables: readonly Play[] = [
  either(
    ['admissionregistration/validation', 'TestValidateValidatingWebhookConfiguration', 'tests'],
    (row) => (row['expectedError'] ?? '') === '',
    object(WEBHOOKS, 'config'),
    firstFault,
  ),
  good(['storage/validation', 'TestVolumeAttachmentUpdateValidation', 'successCases'], (row) =>
    updated('storage.k8s.io/volumeattachments', named(row), named(attachment({}))),
  ),
  bad(['storage/validation', 'TestVolumeAttachmentUpdateValidation', 'errorCases'], (row) =>
    updated('storage.k8s.io/volumeattachments', named(row), named(attachment({}))),
  ),
  either(
    ['node/validation', 'TestValidateScheduling', 'tests'],
    (row) => (row['expectErrs'] ?? 0) === 0,
    (row) =>
      created(
        'node.k8s.io/runtimeclasses',
        new GoStruct('node.RuntimeClass', {
          ObjectMeta: new GoStruct('metav1.ObjectMeta', { Name: 'foo' }),
          Handler: 'bar',
          Scheduling: member(row, 'scheduling'),
        }),
      ),
  ),
  either(
    ['node/validation', 'TestValidateRuntimeUpdate', 'tests'],
    (row) => row['expectError'] !== true,
    change('node.k8s.io/runtimeclasses', 'new', 'old'),
  ),
  good(
    ['networking/validation', 'TestValidateNetworkPolicy', 'successCases'],
    object('networking.k8s.io/networkpolicies'),
  ),
  bad(
    ['networking/validation', 'TestValidateNetworkPolicy', 'errorCases'],
    object('networking.k8s.io/networkpolicies'),
  ),
  good(
    ['networking/validation', 'TestValidateNetworkPolicyUpdate', 'successCases'],
    change('networking.k8s.io/networkpolicies', 'update', 'old'),
  ),
  bad(
    ['networking/validation', 'TestValidateNetworkPolicyUpdate', 'errorCases'],
    change('networking.k8s.io/networkpolicies', 'update', 'old'),
  ),
  good(['policy/validation', 'TestValidateMinAvailablePodDisruptionBudgetSpec', 'successCases'], (row) =>
    created('policy/poddisruptionbudgets', disruptionBudget({ MinAvailable: row, Selector: selecting.Selector })),
  ),
  bad(['policy/validation', 'TestValidateMinAvailablePodDisruptionBudgetSpec', 'failureCases'], (row) =>
    created('policy/poddisruptionbudgets', disruptionBudget({ MinAvailable: row, Selector: selecting.Selector })),
  ),
  ...(['successCases', 'failureCases'] as const).map((table): Play =>
    either(
      ['policy/validation', 'TestValidatePodDisruptionBudgetStatus', table],
      table === 'successCases' ? 'good' : 'bad',
      (row) => {
        const budget = disruptionBudget({ Selector: selecting.Selector }, row instanceof GoStruct ? row.fields : {})
        return updated('policy/poddisruptionbudgets', named(budget), named(budget), 'status')
      },
    ),
  ),
  bad(
    ['rbac/validation', 'TestValidateClusterRoleBinding', 'errorCases'],
    object('rbac.authorization.k8s.io/clusterrolebindings', 'A'),
    binding,
  ),
  bad(
    ['rbac/validation', 'TestValidateRoleBinding', 'errorCases'],
    object('rbac.authorization.k8s.io/rolebindings', 'A'),
    binding,
  ),
  good(
    ['scheduling/validation', 'TestValidatePriorityClass', 'successCases'],
    object('scheduling.k8s.io/priorityclasses'),
  ),
  bad(
    ['scheduling/validation', 'TestValidatePriorityClass', 'errorCases'],
    object('scheduling.k8s.io/priorityclasses'),
  ),
  good(['scheduling/validation', 'TestValidatePriorityClassUpdate', 'successCases'], (row) =>
    updated('scheduling.k8s.io/priorityclasses', row, oldPriority),
  ),
  bad(
    ['scheduling/validation', 'TestValidatePriorityClassUpdate', 'errorCases'],
    (row) => updated('scheduling.k8s.io/priorityclasses', member(row, 'P'), oldPriority),
    textOf('T'),
  ),
  either(
    ['node/validation', 'TestValidateRuntimeClass', 'tests'],
    flag('expectError', false),
    object('node.k8s.io/runtimeclasses', 'rc'),
  ),
  ...storage('TestValidateStorageClass'),
  ...storage('TestCSINodeValidation'),
  ...storage('TestCSIDriverValidation'),
  ...storage('TestVolumeAttachmentValidationV1'),
  good(
    ['storage/validation', 'TestVolumeAttachmentValidation', 'migrationEnabledSuccessCases'],
    object('storage.k8s.io/volumeattachments'),
  ),
  bad(
    ['storage/validation', 'TestVolumeAttachmentValidation', 'migrationEnabledErrorCases'],
    object('storage.k8s.io/volumeattachments'),
  ),
  either(
    ['storage/validation', 'TestValidateVolumeBindingMode', 'cases'],
    flag('shouldSucceed', true),
    object('storage.k8s.io/storageclasses', 'class'),
  ),
  either(
    ['storage/validation', 'TestValidateUpdateVolumeBindingMode', 'cases'],
    flag('shouldSucceed', true),
    change('storage.k8s.io/storageclasses', 'newClass', 'oldClass'),
  ),
  either(
    ['storage/validation', 'TestValidateAllowedTopologies', 'cases'],
    flag('shouldSucceed', true),
    object('storage.k8s.io/storageclasses', 'class'),
  ),
]
