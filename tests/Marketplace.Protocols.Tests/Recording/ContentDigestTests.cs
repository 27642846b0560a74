using System.Collections.Immutable;
using Marketplace.Protocols.Recording;
using Xunit;

namespace Marketplace.Protocols.Tests.Recording;

/// <summary>What counts as the content of a state.</summary>
public sealed class ContentDigestTests
{
    private readonly Content _content = new() { Number = 7, Price = 1.5m, Name = "name", Items = [1, 2] };

    [Fact]
    public void A_copy_has_the_same() => Assert.Equal(ContentDigest<Content>.Of(_content), ContentDigest<Content>.Of(StateCopy.Of(_content)));

    [Fact]
    public void Each_field_counts_those_of_a_base_too()
    {
        var digest = ContentDigest<Content>.Of(_content);
        foreach (var change in new Action<Content>[]
        {
            static content => content.Number++,
            static content => content.Price += 0.01m,
            static content => content.Name = null,
            static content => content.Limit = 5,
            static content => content.Items = content.Items.Add(3),
            static content => content.Count(),
        })
        {
            var changed = StateCopy.Of(_content);
            change(changed);
            Assert.NotEqual(digest, ContentDigest<Content>.Of(changed));
        }
    }

    private class Counted
    {
        private int _count;

        public int Count() => ++_count;
    }

    private sealed class Content : Counted
    {
        public int Number { get; set; }
        public decimal Price { get; set; }
        public string? Name { get; set; }
        public int? Limit { get; set; }
        public ImmutableArray<int> Items { get; set; }
    }
}
