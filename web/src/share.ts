/** Leads from a page for previews to the state that its fragment names. */
location.replace(new URL(`../index.html${location.hash}`, location.href));
