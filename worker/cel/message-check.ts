import type { Expression, MessageLiteral } from './expression.ts'
import { withoutDot } from './expression.ts'
import type { MessageType } from './messages.ts'
import { MESSAGES } from './messages.ts'
import type { Type } from './types.ts'
import { ERROR, formatType, inner } from './types.ts'

/** The parts of the checker that a message literal needs. */
export interface MessageChecker {
  lookup(name: string): Type | undefined
  undeclared(id: number, name: string): Type
  /** Checks the value of a field. */
  element(value: Expression, isOptional: boolean): Type
  assigns(to: Type, from: Type): boolean
  fault(id: number, message: string): Type
}

/** The type of a message literal. Faults in the literal's name and fields are reported to the checker. */
export function checkMessage({ id, name, fields }: MessageLiteral, checker: MessageChecker): Type {
  const named = checker.lookup(name)
  if (named === undefined) return checker.undeclared(id, name)
  const message = named.kind === 'type' ? MESSAGES.get(withoutDot(name)) : undefined
  if (message === undefined) checker.fault(id, notMessage(named))
  for (const field of fields) {
    const given = checker.element(field.value, field.optional)
    const type = message?.fields.get(field.name) ?? checker.fault(field.id, noField(message, name, field.name))
    if (checker.assigns(type, given)) continue
    const types = `'${formatType(type)}' but provided type is '${formatType(given)}'`
    checker.fault(field.id, `expected type of field '${field.name}' is ${types}`)
  }
  return message?.type ?? ERROR
}

const notMessage = (named: Type): string =>
  named.kind === 'type' ? `'${inner(named).name}' is not a message type` : `'${named.name}' is not a type`

const noField = (message: MessageType | undefined, type: string, field: string): string =>
  message === undefined ? `unexpected failed resolution of '${type}'` : `undefined field '${field}'`
