import { describe, expect, it } from 'vitest'
import { humanDuration } from '../../../worker/api/duration.ts'
import { constants } from './go-constants.ts'
import { functions, NOW } from './go-functions.ts'
import type { GoMap, GoValue } from './go-literals.ts'
import { evaluate, GoStruct, isGoMap } from './go-literals.ts'
import { cellsOf, kindOf } from './kind-rules.ts'
import { rowsIn } from './rows.ts'

const metricLabelSelector = new GoStruct('metav1.LabelSelector', { MatchLabels: { label: 'value' } })
const scope = {
  constants: {
    ...constants,
    'metav1.RowCompleted': 'Completed',
    metricLabelSelector,
    singleExternalIP: ['80.11.12.10'],
    mulExternalIP: ['80.11.12.10', '80.11.12.11'],
  },
  functions: { ...functions, translateTimestampSince: shown(1), translateTimestampUntil: shown(-1) },
}

function shown(sign: number) {
  return (time: GoValue = null): GoValue => {
    const at = time instanceof GoStruct ? time.fields['Time'] : time
    return typeof at === 'string' ? humanDuration(sign * (NOW - Date.parse(at))) : '<unknown>'
  }
}

const rowOf = (row: unknown): GoMap => {
  const value = evaluate(row, scope)
  return isGoMap(value) ? value : {}
}

/** A line of client output: cells separated by spaces. */
const tokens = (line: string): readonly string[] => line.trim().split(/\s+/)

/** The line without the names of container resource metrics, which are shown since 1.30. */
const today = (line: string): string => line.replace(/(?<=^| )cpu: /g, '')

/** Since 1.18 a running pod that is not ready shows NotReady. */
const LATER: ReadonlySet<string> = new Set(['TestPrintPod 5'])

/** A table: the member with the object, the member with the expected line, and columns that are newer than 2019. */
interface Lines {
  readonly func: string
  readonly storage: string
  readonly object: string
  readonly expected: string
  readonly wide?: boolean
  readonly without?: readonly string[]
}

const line = (func: string, storage: string, object: string, ...without: readonly string[]): Lines => ({
  func,
  storage,
  object,
  expected: 'expect',
  without,
})

const lines: readonly Lines[] = [
  line('TestPrintDeployment', 'apps/deployments', 'deployment'),
  { ...line('TestPrintDeployment', 'apps/deployments', 'deployment'), expected: 'wideExpect', wide: true },
  line('TestPrintJob', 'batch/jobs', 'job', 'Status'),
  { ...line('TestPrintHPA', 'autoscaling/horizontalpodautoscalers', 'hpa'), expected: 'expected' },
  line('TestPrintService', 'services', 'service'),
  line('TestPrintPodDisruptionBudget', 'policy/poddisruptionbudgets', 'pdb'),
  line('TestPrintControllerRevision', 'apps/controllerrevisions', 'history'),
  line('TestPrintReplicaSet', 'apps/replicasets', 'replicaSet'),
  { ...line('TestPrintReplicaSet', 'apps/replicasets', 'replicaSet'), expected: 'wideExpect', wide: true },
  line('TestPrintPersistentVolume', 'persistentvolumes', 'pv', 'VolumeAttributesClass'),
  { ...line('TestPrintPersistentVolumeClaim', 'persistentvolumeclaims', 'pvc', 'VolumeAttributesClass'), wide: true },
  line('TestPrintCronJob', 'batch/cronjobs', 'cronjob', 'Timezone'),
  line(
    'TestPrintStorageClass',
    'storage.k8s.io/storageclasses',
    'sc',
    'ReclaimPolicy',
    'VolumeBindingMode',
    'AllowVolumeExpansion',
  ),
  line('TestPrintLease', 'coordination.k8s.io/leases', 'sc'),
  line('TestPrintPriorityClass', 'scheduling.k8s.io/priorityclasses', 'pc', 'PreemptionPolicy'),
  line('TestPrintRuntimeClass', 'node.k8s.io/runtimeclasses', 'rc'),
]

describe('the printer tests of the real server', () => {
  describe.each(lines)('$func: $expected', ({ func, storage, object, expected, wide = false, without = [] }) => {
    it.each(rowsIn('printers/internalversion', func, 'tests'))('$name', ({ row }) => {
      const { [object]: value = null, [expected]: line } = rowOf(row)
      const cells = cellsOf(storage, value, NOW, { wide, without }).map(String).join(' ')
      expect(tokens(today(cells))).toEqual(tokens(String(line)))
    })
  })

  const pods = [
    ['TestPrintPod', false],
    ['TestPrintNonTerminatedPod', false],
    ['TestPrintPodwide', true],
  ] as const
  describe.each(pods)('%s', (func, wide) => {
    it.each(rowsIn('printers/internalversion', func, 'tests').filter(({ name }) => !LATER.has(`${func} ${name}`)))(
      '$name',
      ({ row }) => {
        const { pod = null, expect: rows } = rowOf(row)
        const [first] = Array.isArray(rows) ? (rows as readonly GoValue[]) : []
        const cells = first instanceof GoStruct ? first.fields['Cells'] : undefined
        // Since 1.23 Restarts is a text with the time of the last restart.
        const texts = Array.isArray(cells) ? cells.map(String) : []
        expect(cellsOf('pods', pod, NOW, { wide })).toEqual(texts)
      },
    )
  })

  const nodeCells = [
    ['TestPrintNodeStatus', 'status', 'Status'],
    ['TestPrintNodeRole', 'expected', 'Roles'],
    ['TestPrintNodeOSImage', 'osImage', 'OS-Image'],
    ['TestPrintNodeKernelVersion', 'kernelVersion', 'Kernel-Version'],
    ['TestPrintNodeContainerRuntimeVersion', 'containerRuntimeVersion', 'Container-Runtime'],
    ['TestPrintNodeExternalIP', 'externalIP', 'External-IP'],
    ['TestPrintNodeInternalIP', 'internalIP', 'Internal-IP'],
  ] as const
  describe.each(nodeCells)('%s', (func, expected, column) => {
    it.each(rowsIn('printers/internalversion', func, 'table'))('$name', ({ row }) => {
      const { node = null, [expected]: cell } = rowOf(row)
      const at = (kindOf('nodes').behaviour.columns ?? []).findIndex(({ name }) => name === column)
      expect(cellsOf('nodes', node, NOW, { wide: true })[at]).toBe(cell)
    })
  })

  it.each(['TestTranslateTimestampSince', 'TestTranslateTimestampUntil'])('%s', (func) => {
    // Omitted: rows with a date that the table does not record.
    const rows = rowsIn('printers/internalversion', func, 'tl').filter(({ name }) => !/days|months|years/.test(name))
    for (const { row } of rows) {
      const { got, exp } = rowOf(row)
      expect(got).toBe(exp)
    }
  })
})
