using System.Text.Json.Serialization;

namespace Marketplace.Audit;

/// <summary>What one check comes to.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<CheckVerdict>))]
public enum CheckVerdict
{
    /// <summary>Examined, and no violation at all.</summary>
    [JsonStringEnumMemberName("clean")]
    Clean = 0,

    /// <summary>Violated, and the settings of the target claim that it holds: the run fails.</summary>
    [JsonStringEnumMemberName("violated")]
    Violated = 1,

    /// <summary>Violated, and nothing is claimed: a result, not a failure.</summary>
    [JsonStringEnumMemberName("violatedNotClaimed")]
    ViolatedNotClaimed = 2,

    /// <summary>Not examined: the settings or the target do not offer the facts, or there are none.</summary>
    [JsonStringEnumMemberName("notExamined")]
    NotExamined = 3,

    /// <summary>Not examined although it had to be: facts that should be there were not, or the scenario asks for the check: the run fails.</summary>
    [JsonStringEnumMemberName("missing")]
    Missing = 4,
}
