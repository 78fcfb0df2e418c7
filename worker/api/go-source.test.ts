import { expect, test } from 'vitest'
import { noteEmpty } from './given-empty.ts'
import {
  goBytes,
  goIntOrString,
  goInteger,
  goLabelSelector,
  goPointer,
  goSlice,
  goStringMap,
  goStrings,
  goStruct,
} from './go-source.ts'

test('prints a struct with every declared field, set or not', () => {
  const goTaint = goStruct('core.Taint', {
    Key: 'key',
    Seconds: ['seconds', goInteger],
    At: ['at', goPointer('int64')],
  })
  expect(goTaint({ key: 'a"b', at: 0 })).toBe('core.Taint{Key:"a\\"b", Seconds:0, At:(*int64)(0xc000000000)}')
  expect(goTaint(undefined)).toBe('core.Taint{Key:"", Seconds:0, At:(*int64)(nil)}')
})

test('distinguishes an empty list from an omitted one', () => {
  const goSpec = goStruct('core.Spec', { Names: ['names', goStrings] })
  const given = {}
  noteEmpty(given, 'names', [])
  expect(goSpec(given)).toBe('core.Spec{Names:[]string{}}')
  expect(goSpec({})).toBe('core.Spec{Names:[]string(nil)}')
})

test('prints slices, maps and bytes with their types', () => {
  expect(goSlice('storage.Mode')(['A', 'B'])).toBe('[]storage.Mode{"A", "B"}')
  expect(goSlice('int32', goInteger)([1, 2])).toBe('[]int32{1, 2}')
  expect(goStringMap({ b: '1', a: '2' })).toBe('map[string]string{"a":"2", "b":"1"}')
  expect(goStringMap(undefined)).toBe('map[string]string(nil)')
  expect(goBytes('uint8', [0x7b, 0])).toBe('[]uint8{0x7b, 0x0}')
})

test('derives the Type of an IntOrString from its JSON value', () => {
  expect(goIntOrString('5%')).toBe('intstr.IntOrString{Type:1, IntVal:0, StrVal:"5%"}')
  expect(goIntOrString(5)).toBe('intstr.IntOrString{Type:0, IntVal:5, StrVal:""}')
})

test('prints a label selector with its requirements', () => {
  expect(goLabelSelector({ matchExpressions: [{ key: 'a', operator: 'Exists' }] })).toBe(
    'v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"a", Operator:"Exists", Values:[]string(nil)}}}',
  )
})
