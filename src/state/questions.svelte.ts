/** A question that an action awaits. */
interface Question {
  readonly title: string
  readonly body: string
  /** The verb on the button: `Delete`. */
  readonly action: string
  readonly danger?: boolean
  /** The initial text of the input field; undefined for a question without one. */
  readonly text?: {
    readonly label: string
    readonly value: string
    /** The most characters; 60 by default. */
    readonly most?: number
  }
}

interface Asked extends Question {
  answer(text: string | undefined): void
}

/** The open question, at most one; `frame/question-dialog.svelte` shows it. */
class Questions {
  #asked = $state.raw<Asked>()

  get asked(): Asked | undefined {
    return this.#asked
  }

  /** Resolves to the entered text (empty for a question without one), or undefined when the user cancels. */
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
