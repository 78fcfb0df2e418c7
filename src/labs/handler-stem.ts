import type { DocumentFiles } from '../contracts/documents.ts'

/**
 * The name of a handler, without `.handler.ts`: `signer`, or `signer-2` when `signer.handler.ts` serves something else.
 * @param holds whether the code of a handler that exists serves what the new one would
 */
export function handlerStem(documents: DocumentFiles, name: string, holds: (code: string) => boolean): string {
  for (let number = 1; ; number++) {
    const stem = number === 1 ? name : `${name}-${number}`
    const code = documents.read(`${stem}.handler.ts`)
    if (code === undefined || holds(code)) return stem
  }
}

/** Whether code has a text as a literal in any quotes. */
export const hasLiteral = (code: string, text: string): boolean =>
  code.includes(JSON.stringify(text)) || code.includes(`'${text}'`)
