// The appearance of everything that opens beside its trigger.

export const popupClasses =
  'rounded border border-line-strong bg-raised text-ink shadow-popup outline-none ' +
  'origin-(--transform-origin) transition-[opacity,transform] duration-100 ' +
  'data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0'
