// The contract between a press on the canvas and whoever takes it.

/** A place in the price pane, in CSS pixels from its top left. */
export type Pixel = { readonly x: number; readonly y: number }

export type PointerState = {
  readonly isTouch: boolean
  /** Held: straight lines. */
  readonly shift: boolean
  /** Held: the magnet does the opposite. */
  readonly ctrl: boolean
}

/** A press the drawings have taken: its moves and its one end go here and nowhere else. */
export type Gesture = {
  move(pixel: Pixel, pointer: PointerState): void
  end(pixel: Pixel, pointer: PointerState): void
  abort(): void
}

/** Who may take presses; asked in order, the first that answers has it. */
export type PointerHandler = {
  /** Returns the cursor over a spot, undefined where nothing is to be grasped. */
  hover(pixel: Pixel, pointer: PointerState): string | undefined
  /** The pointer is elsewhere. */
  left(): void
  press(pixel: Pixel, pointer: PointerState): Gesture | undefined
}
