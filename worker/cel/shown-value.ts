import { doubleOf } from '../api/numbers.ts'
import { Dict, Double, Duration, List, Opaque, Optional, Timestamp, TypeValue, Uint, type Value } from './values.ts'

const MAX_CHARACTERS = 2000

/** A value as text for a person: CEL's own form for literals, cut after 2,000 characters. */
export function shownValue(value: Value): string {
  const text = shown(value, 0)
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}

const DEEPEST = 12
const MAX_ELEMENTS = 50

function shown(value: Value, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MAX_CHARACTERS))
  if (value instanceof Uint) return `${value.value}u`
  if (value instanceof Double) return Number.isInteger(value.value) ? `${value.value}.0` : String(value.value)
  if (value instanceof Timestamp)
    return `timestamp(${new Date(doubleOf(value.nanoseconds / 1_000_000n)).toISOString()})`
  if (value instanceof Duration) return `duration(${doubleOf(value.nanoseconds) / 1e9}s)`
  if (value instanceof TypeValue) return value.name
  if (value instanceof Opaque) return value.typeName
  if (value instanceof Optional)
    return value.value === undefined ? 'optional.none()' : `optional.of(${shown(value.value, depth)})`
  if (value instanceof Uint8Array) return `bytes(${value.length})`
  if (depth > DEEPEST) return '…'
  if (value instanceof List) return `[${cut(value, value.size, (one) => shown(one, depth + 1))}]`
  if (value instanceof Dict)
    return `{${cut(value.keys(), value.size, (key) => `${shown(key, depth + 1)}: ${shown(value.find(key) ?? null, depth + 1)}`)}}`
  return String(value)
}

function cut(values: Iterable<Value>, size: number, text: (value: Value) => string): string {
  const texts: string[] = []
  for (const one of values) {
    if (texts.length === MAX_ELEMENTS) return `${texts.join(', ')}, … ${size - MAX_ELEMENTS} more`
    texts.push(text(one))
  }
  return texts.join(', ')
}
