import type { ComponentChildren, Ref } from 'preact';

interface CardProps {
  element?: Ref<HTMLElement>;
  selected?: boolean;
  name: string;
  /** Short facts beside the name. */
  chips: readonly string[];
  link?: ComponentChildren;
  children: ComponentChildren;
}

/** A material. */
export function Card({ element, selected = false, name, chips, link, children }: CardProps) {
  return (
    <section ref={element ?? null} class={selected ? 'materials-card selected' : 'materials-card'} aria-label={name}>
      <header>
        <h3>{name}</h3>
        {link}
        <span class="materials-chips">
          {chips.map((chip) => (
            <span key={chip} class="badge">
              {chip}
            </span>
          ))}
        </span>
      </header>
      {children}
    </section>
  );
}
