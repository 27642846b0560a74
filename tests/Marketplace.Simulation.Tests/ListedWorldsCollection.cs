using Xunit;

namespace Marketplace.Simulation.Tests;

[CollectionDefinition(nameof(ListedWorlds))]
public sealed class ListedWorldsCollection : ICollectionFixture<ListedWorlds>;
