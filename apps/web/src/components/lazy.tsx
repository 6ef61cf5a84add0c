/** A part of the page that is fetched when it is first shown. A release may have removed it: then a reload helps. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Notice, Skeleton } from './surfaces';
import { COMPONENT_WORDS } from './words';

export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  height = '400px',
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [state, setState] = useState<'loading' | 'loaded' | 'missing'>(
      loaded === null ? 'loading' : 'loaded',
    );
    useEffect(() => {
      // Another instance may have loaded it since this one was drawn.
      if (loaded !== null) return setState('loaded');
      load().then(
        (component) => {
          loaded = component;
          setState('loaded');
        },
        () => setState('missing'),
      );
    }, []);
    if (state === 'missing') return <Missing />;
    if (loaded === null) return <Skeleton height={height} />;
    const Loaded = loaded;
    return <Loaded {...props} />;
  };
}

const Missing = () => (
  <Notice
    kind="bad"
    action={
      <button class="button" onClick={() => location.reload()}>
        {COMPONENT_WORDS.reload}
      </button>
    }
  >
    {COMPONENT_WORDS.partMissing}
  </Notice>
);
