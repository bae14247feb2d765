// Pointer gestures on the canvas: positions, modifier state and the handlers that take them.

/** A position in the price pane, in CSS pixels from its top left. */
export type Pixel = { readonly x: number; readonly y: number }

export type PointerState = {
  readonly isTouch: boolean
  /** Shift: straight lines. */
  readonly shift: boolean
  /** Ctrl or Cmd: inverts the magnet. */
  readonly ctrl: boolean
}

/** A press that a handler has taken: it gets all moves and exactly one end. */
export type Gesture = {
  move(pixel: Pixel, pointer: PointerState): void
  end(pixel: Pixel, pointer: PointerState): void
  abort(): void
}

/** A handler of presses. Handlers are asked in order; the first that returns a gesture gets it. */
export type PointerHandler = {
  /** Returns the cursor at a pixel, undefined if nothing can be dragged there. */
  hover(pixel: Pixel, pointer: PointerState): string | undefined
  /** The pointer has left the pane, or is over something of another handler. */
  left(): void
  press(pixel: Pixel, pointer: PointerState): Gesture | undefined
}
