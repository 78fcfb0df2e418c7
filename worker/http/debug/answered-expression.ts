import type { ApiRequest } from '../../api/exchange.ts'
import type { Json } from '../../api/json.ts'
import { badRequest, methodNotAllowed } from '../../api/status.ts'
import type { UserInfo } from '../../api/user.ts'
import type { Authorizer } from '../../authorization/authorizer.ts'
import { PLAIN_JSON } from '../../codec/negotiation.ts'
import { bodyBytes } from '../body.ts'
import { payload, type Payload } from '../payload.ts'
import { evaluateExpression, readQuestion } from './evaluated-expression.ts'
import { errorMessage } from '../../runtime/error-message.ts'

/** Answers `POST /debug/expression`. @throws badRequest, methodNotAllowed, tooLarge */
export async function answerExpression(request: ApiRequest, authorizer: Authorizer, user: UserInfo): Promise<Payload> {
  if (request.method !== 'POST')
    throw methodNotAllowed({ group: '', resource: 'expression' }, request.method.toLowerCase())
  const question = readQuestion(jsonOf(new TextDecoder().decode(bodyBytes(request))))
  return payload(200, JSON.stringify(await evaluateExpression(question, authorizer, user)), PLAIN_JSON)
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    throw badRequest(`the body is not JSON: ${errorMessage(error)}`)
  }
}
