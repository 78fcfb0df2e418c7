import { bodyOf } from '../../client/read-json.ts'
import { exactJson } from '../../../worker/api/exact-json.ts'
import type { EvaluatedExpression, ExpressionQuestion } from '../../../worker/http/debug/evaluated-expression.ts'
import { send } from '../../client/resource-client.ts'
import { LAB_AGENT } from '../lab-request.ts'
import type { ApiConnection } from '../../client/api-connection.ts'

export type { EvaluatedExpression } from '../../../worker/http/debug/evaluated-expression.ts'

/** The server's answer about an expression. @throws ApiError */
export async function evaluateExpression(
  cluster: ApiConnection,
  question: ExpressionQuestion,
  signal?: AbortSignal,
): Promise<EvaluatedExpression> {
  const response = await send(cluster, '/debug/expression', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': LAB_AGENT },
    body: exactJson(question),
    ...(signal !== undefined && { signal }),
  })
  return bodyOf<EvaluatedExpression>(response)
}
