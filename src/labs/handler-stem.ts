import type { DocumentFiles } from '../contracts/documents.ts'

/**
 * The name of a handler, without `.handler.ts`: `signer`, or `signer-2` when `signer.handler.ts` serves something else.
 * @param holds whether the code of an existing handler serves the same as the new one
 */
export function handlerStem(documents: DocumentFiles, name: string, holds: (code: string) => boolean): string {
  for (let number = 1; ; number++) {
    const stem = number === 1 ? name : `${name}-${number}`
    const code = documents.read(`${stem}.handler.ts`)
    if (code === undefined || holds(code)) return stem
  }
}

/** Whether the code contains a text as a string literal, in double or single quotes. */
export const hasLiteral = (code: string, text: string): boolean =>
  code.includes(JSON.stringify(text)) || code.includes(`'${text}'`)
