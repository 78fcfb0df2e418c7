/** A cache of computed values. Beyond `most` values, the oldest is dropped and computed again on its next read. */
export class Recent<Question, Answer> {
  readonly #answers = new Map<Question, Answer>()
  readonly #most: number
  readonly #find: (question: Question) => Answer

  constructor(most: number, find: (question: Question) => Answer) {
    this.#most = most
    this.#find = find
  }

  of(question: Question): Answer {
    const known = this.#answers.get(question)
    if (known !== undefined) return known
    const answer = this.#find(question)
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size < this.#most) break
      this.#answers.delete(oldest)
    }
    this.#answers.set(question, answer)
    return answer
  }
}
