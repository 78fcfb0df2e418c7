/** A question that stops what is being done until it is answered. */
interface Question {
  readonly title: string
  readonly body: string
  /** The verb on the button: `Delete`. */
  readonly action: string
  readonly danger?: boolean
  /** Asks for a text, starting with this one. */
  readonly text?: { readonly label: string; readonly value: string }
}

interface Asked extends Question {
  answer(text: string | undefined): void
}

/** One question at a time, shown by `app/question-dialog.svelte`. */
class Questions {
  #asked = $state.raw<Asked>()

  get asked(): Asked | undefined {
    return this.#asked
  }

  /** The text that was given (empty for a question without one), or undefined when it was called off. */
  ask(question: Question): Promise<string | undefined> {
    this.#asked?.answer(undefined)
    return new Promise((resolve) => {
      this.#asked = {
        ...question,
        answer: (text) => {
          this.#asked = undefined
          resolve(text)
        },
      }
    })
  }
}

export const questions = new Questions()
