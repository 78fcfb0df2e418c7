/** A question that an action awaits. */
interface Question {
  readonly title: string
  readonly body: string
  /** The verb on the button: `Delete`. */
  readonly action: string
  readonly danger?: boolean
  /** The words on the button that cancels: `Keep the tab`. `Cancel` by default. */
  readonly refusal?: string
  /** The initial text of the input field; undefined for a question without one. */
  readonly text?: {
    readonly label: string
    readonly value: string
    /** The maximum number of characters; 60 by default. */
    readonly most?: number
    /** A regular expression that the text must match. */
    readonly pattern?: string
  }
}

interface OpenQuestion extends Question {
  answer(text: string | undefined): void
}

/** The open question, at most one; `frame/question-dialog.svelte` shows it. */
class Questions {
  #open = $state.raw<OpenQuestion>()

  get asked(): OpenQuestion | undefined {
    return this.#open
  }

  /** Resolves to the entered text (empty for a question without one), or undefined when the user cancels. */
  ask(question: Question): Promise<string | undefined> {
    this.#open?.answer(undefined)
    return new Promise((resolve) => {
      this.#open = {
        ...question,
        answer: (text) => {
          this.#open = undefined
          resolve(text)
        },
      }
    })
  }
}

export const questions = new Questions()
