//! Strongly connected components of a graph, in most of our uses one in which every position has two successors.
//!
//! Tarjan's algorithm (*Depth-first search and linear graph algorithms*, 1972) with an explicit stack. Components come
//! out in the order in which they can be solved: each after all components that it leads to.

/// The components of the graph with the edges `successors[p]`; successors `>= successors.len()` lie on the boundary and
/// count as solved.
#[must_use]
pub fn components(successors: &[[u32; 2]]) -> Components {
    components_of(successors.len(), |position, number| successors[position].get(number).copied())
}

/// The components of a graph of so many positions; `successor` is asked for the successors of a position by number, from 0, until there is none. Those beyond the positions count as solved.
#[must_use]
pub fn components_of(positions: usize, successor: impl Fn(usize, usize) -> Option<u32>) -> Components {
    let mut search = Search {
        successor,
        order: vec![UNSEEN; positions],
        reach: vec![0; positions],
        stack: Vec::new(),
        found: Components { members: Vec::with_capacity(positions), starts: vec![0] },
        seen: 0,
    };
    let mut path = Vec::new();
    for root in 0..positions as u32 {
        if search.order[root as usize] == UNSEEN {
            search.explore(root, &mut path);
        }
    }
    search.found.starts.shrink_to_fit();
    search.found
}

/// Components, in the order in which they can be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    members: Vec<u32>,
    starts: Vec<u32>,
}

impl Components {
    /// The components, each as the list of its positions.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.starts.windows(2).map(|ends| &self.members[ends[0] as usize..ends[1] as usize])
    }

    /// The sizes of the components with more than one position, largest first.
    #[must_use]
    pub fn large_sizes(&self) -> Vec<usize> {
        let mut sizes: Vec<usize> = self.iter().map(<[u32]>::len).filter(|&size| size > 1).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }
}

/// Not visited yet.
const UNSEEN: u32 = u32::MAX;
/// Belongs to a component that is complete.
const DONE: u32 = u32::MAX - 1;

struct Search<F> {
    successor: F,
    /// The number of the visit; [`UNSEEN`] or [`DONE`].
    order: Vec<u32>,
    /// The earliest visit known to be reachable.
    reach: Vec<u32>,
    stack: Vec<u32>,
    found: Components,
    seen: u32,
}

impl<F: Fn(usize, usize) -> Option<u32>> Search<F> {
    fn visit(&mut self, position: u32) {
        self.order[position as usize] = self.seen;
        self.reach[position as usize] = self.seen;
        self.seen += 1;
        self.stack.push(position);
    }

    fn explore(&mut self, root: u32, path: &mut Vec<(u32, u32)>) {
        self.visit(root);
        path.push((root, 0));
        while let Some(&mut (position, ref mut next)) = path.last_mut() {
            let index = position as usize;
            if let Some(successor) = (self.successor)(index, *next as usize) {
                *next += 1;
                match self.order.get(successor as usize) {
                    Some(&UNSEEN) => {
                        self.visit(successor);
                        path.push((successor, 0));
                    }
                    Some(&order) if order != DONE => self.reach[index] = self.reach[index].min(order),
                    _ => {}
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                self.reach[parent as usize] = self.reach[parent as usize].min(self.reach[index]);
            }
            if self.reach[index] == self.order[index] {
                self.complete(position);
            }
        }
    }

    /// Takes the component of `root` off the stack.
    fn complete(&mut self, root: u32) {
        let place = self.stack.iter().rposition(|&position| position == root).expect("the root is on the stack");
        for &position in &self.stack[place..] {
            self.order[position as usize] = DONE;
        }
        self.found.members.extend(self.stack.drain(place..));
        self.found.starts.push(self.found.members.len() as u32);
    }
}
